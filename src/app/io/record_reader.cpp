// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "app/io/record_reader.hpp"

#include <lexikos/config.hpp>

#ifdef LEXIKOS_HAVE_HTSLIB

#include <fcntl.h>
#include <htslib/kseq.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "app/failure.hpp"
#include "app/io/file_descriptor.hpp"
#include "app/io/memory.hpp"

namespace lexikos::app
{

namespace
{

class Source;
int read_block(Source* source, unsigned char* block, int bytes);

KSEQ_INIT(Source*, read_block)

/// Blocks that grow by more than this ask first whether the machine has the memory.
constexpr std::size_t small_block = std::size_t{1} << 20;

/// A file, which zlib decompresses if it is compressed.
class Source
{
 public:
  Source(std::string const& path, std::function<void(double)> progress)
      : m_name(path == "-" ? "standard input" : path), m_progress(std::move(progress))
  {
    FileDescriptor file(path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status = {};
    if (!file || ::fstat(file.get(), &status) != 0) fail(std::strerror(errno));
    if (S_ISDIR(status.st_mode)) fail("it is a directory");
    if (S_ISREG(status.st_mode)) m_bytes = static_cast<std::size_t>(status.st_size);
    m_file.reset(::gzdopen(file.get(), "rb"));
    if (m_file == nullptr) throw Failure(ExitCode::out_of_memory, "no memory for " + m_name);
    static_cast<void>(file.release());  // zlib closes it
    ::gzbuffer(m_file.get(), 1u << 18);
    m_is_plain = ::gzdirect(m_file.get()) == 1;
    find_start();
  }
  Source(Source const&) = delete;
  Source& operator=(Source const&) = delete;

  /// The strings that receive what is read.
  void set_record(kseq_t* record) { m_record = record; }
  [[nodiscard]] std::string const& name() const { return m_name; }
  [[nodiscard]] std::size_t max_symbols() const { return m_is_plain ? m_bytes / (m_is_fastq ? 2 : 1) : 0; }

  /// Reads up to this many bytes, 0 at the end of the file.
  [[nodiscard]] int read(unsigned char* block, int bytes)
  {
    make_room(static_cast<std::size_t>(bytes));
    int const got = ::gzread(m_file.get(), block, static_cast<unsigned>(bytes));
    if (got <= 0) check_end();
    if (m_progress && m_bytes != 0)
      m_progress(static_cast<double>(::gzoffset(m_file.get())) / static_cast<double>(m_bytes));
    return std::max(got, 0);
  }

  [[noreturn]] void fail(std::string const& reason) const
  {
    throw Failure(ExitCode::unreadable_input, "cannot read " + m_name + ": " + reason);
  }

 private:
  struct Close
  {
    void operator()(gzFile file) const { ::gzclose(file); }
  };

  /// kseq looks for a first record anywhere in a file, so that any text might have one.
  void find_start()
  {
    int c = 0;
    do c = gzgetc(m_file.get());  // a macro
    while (c == ' ' || (c >= '\t' && c <= '\r'));
    if (c < 0) return check_end();
    if (c != '>' && c != '@') fail("it is neither FASTA nor FASTQ, whose records start with '>' and '@'");
    m_is_fastq = c == '@';
    ::gzungetc(c, m_file.get());
  }

  /// There is nothing more to read: because the file ends, or for another reason.
  void check_end() const
  {
    int code = Z_OK;
    char const* const message = ::gzerror(m_file.get(), &code);
    if (code == Z_BUF_ERROR) fail("its compressed data is cut off");
    if (code == Z_ERRNO) fail(std::strerror(errno));
    if (code == Z_MEM_ERROR) throw Failure(ExitCode::out_of_memory, "no memory to decompress " + m_name);
    if (code < 0) fail(std::string("its compressed data is damaged: ") + message);
  }

  /// kseq appends to its strings whether or not there was memory for them. Therefore they have room for all that is read
  /// before it is.
  void make_room(std::size_t bytes) const
  {
    std::size_t const more = bytes + 4;  // the end of the string, and what kseq compares it with
    for (kstring_t* const string : {&m_record->name, &m_record->comment, &m_record->seq, &m_record->qual})
      grow(*string, string->l + more);
    if (m_is_fastq) grow(m_record->qual, m_record->seq.m);
  }

  void grow(kstring_t& string, std::size_t needed) const
  {
    if (needed <= string.m) return;
    std::size_t const capacity = std::max(needed, string.m + string.m / 2);
    if (capacity - string.m > small_block) require_host_memory({{"a record of " + m_name, capacity - string.m}});
    void* const grown = std::realloc(string.s, capacity);
    if (grown == nullptr) throw Failure(ExitCode::out_of_memory, "no memory for a record of " + m_name);
    string.s = static_cast<char*>(grown);
    string.m = capacity;
  }

  std::string m_name;
  std::function<void(double)> m_progress;
  std::size_t m_bytes = 0;  // of a regular file
  std::unique_ptr<gzFile_s, Close> m_file;
  kseq_t* m_record = nullptr;
  bool m_is_plain = false;
  bool m_is_fastq = false;
};

int read_block(Source* source, unsigned char* block, int bytes)
{
  return source->read(block, bytes);
}

std::string_view view_of(kstring_t const& string)
{
  return {string.s, string.l};
}

}  // namespace

struct RecordReader::State
{
  State(std::string const& path, std::function<void(double)> progress)
      : source(path, std::move(progress)), record(kseq_init(&source))
  {
    source.set_record(record.get());
  }

  struct Destroy
  {
    void operator()(kseq_t* kseq) const { kseq_destroy(kseq); }
  };

  Source source;
  std::unique_ptr<kseq_t, Destroy> record;
  std::size_t records = 0;
};

RecordReader::RecordReader(std::string const& path, std::function<void(double)> progress)
    : m_state(std::make_unique<State>(path, std::move(progress)))
{}

std::size_t RecordReader::max_symbols() const
{
  return m_state->source.max_symbols();
}

bool RecordReader::next()
{
  kseq_t& record = *m_state->record;
  record.seq.l = 0;
  using Result = decltype(kseq_read(&record));
  Result const result = kseq_read(&record);
  // the length of the sequence, of which an int keeps the lower bits, or what went wrong
  if (result == static_cast<Result>(record.seq.l)) {
    ++m_state->records;
    return true;
  }
  if (result == -1) return false;
  m_state->source.fail("record " + std::to_string(m_state->records + 1) + " (" + std::string(name()) +
                       ") ends too early, or has not as many qualities as symbols");
}

std::string_view RecordReader::name() const
{
  return view_of(m_state->record->name);
}

std::string_view RecordReader::letters() const
{
  return view_of(m_state->record->seq);
}

RecordReader::~RecordReader() = default;

std::string const& RecordReader::file() const
{
  return m_state->source.name();
}

}  // namespace lexikos::app

#endif
