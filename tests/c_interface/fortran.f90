! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The Fortran module, against what a slow reader finds: arrays, both indexes, documents, results, options, errors, callbacks.
program fortran_interface
  use lexikos
  implicit none

  integer, parameter :: n = 300
  integer :: failures = 0
  integer :: reports = 0
  integer(int8), target :: text(n)
  integer(int32), target :: suffixes(n), ranks(n), lcp(n), counts(3), begins(3), ends(3)
  integer(int64), target :: offsets(4), document_offsets(4), positions(n), owners(n)
  type(c_ptr) :: context, index, fm, documents, result
  type(lexikos_array) :: column
  type(lexikos_sizes) :: sizes
  type(lexikos_context_options) :: context_options
  type(lexikos_fm_index_options) :: fm_options
  type(lexikos_search_options) :: search_options
  type(lexikos_suffix_array_options) :: wrong
  type(lexikos_check) :: check
  type(lexikos_lcp_summary) :: summary
  integer(int32), pointer :: found(:)
  integer(int64), pointer :: found_offsets(:)
  integer(int64) :: bytes, count_of_documents, size_of_text
  integer :: i, j, state

  state = 12345
  do i = 1, n
    state = mod(state * 1103 + 12345, 65536)
    text(i) = int(mod(state / 128, 3), int8)
  end do

  context_options%device = lexikos_host_device
  call expect(lexikos_context_create(context_options, context), 'lexikos_context_create')
  call expect(lexikos_context_set_progress(context, c_funloc(watch), c_null_ptr), 'lexikos_context_set_progress')
  call expect(lexikos_suffix_array(context, lexikos_of(text), c_null_ptr, lexikos_of(suffixes), lexikos_of(ranks), &
                                   lexikos_suffix_array_options()), 'lexikos_suffix_array')
  call require(reports > 0, 'progress')
  call expect(lexikos_context_set_progress(context, c_null_funptr, c_null_ptr), 'no progress')
  do i = 2, n
    call require(precedes(suffixes(i - 1), suffixes(i)), 'order of suffixes')
  end do
  do i = 1, n
    call require(ranks(suffixes(i) + 1) == i - 1, 'inverse')
  end do
  call expect(lexikos_lcp_array(context, lexikos_of(text), c_null_ptr, lexikos_of(suffixes), lexikos_of(ranks), &
                                lexikos_of(lcp)), 'lexikos_lcp_array')
  call require(lcp(1) == 0, 'first LCP')
  do i = 2, n
    call require(lcp(i) == common(suffixes(i - 1), suffixes(i)), 'LCP')
  end do
  call expect(lexikos_lcp_statistics(context, lexikos_of(lcp), summary), 'lexikos_lcp_statistics')
  call require(summary%maximum == maxval(lcp), 'longest')
  call expect(lexikos_check_suffix_array(context, lexikos_of(text), lexikos_of(suffixes), check), 'lexikos_check_suffix_array')
  call require(check%defect == lexikos_no_defect, 'check')

  ! patterns: text(1:2), text(4:6), and one that is not there
  offsets = [0_int64, 2_int64, 5_int64, 6_int64]
  call search_both()

  document_offsets = [0_int64, 100_int64, 100_int64, int(n, int64)]
  call expect(lexikos_documents_create(context, lexikos_of(document_offsets), int(n, c_int64_t), documents), &
              'lexikos_documents_create')
  call expect(lexikos_documents_get(documents, count_of_documents, size_of_text, column), 'lexikos_documents_get')
  call require(count_of_documents == 3 .and. size_of_text == n .and. column%size == 4, 'documents')
  positions = [(int(i - 1, int64), i=1, n)]
  call expect(lexikos_documents_document_of(context, documents, lexikos_of(positions), lexikos_of(owners)), &
              'lexikos_documents_document_of')
  call require(all(owners(1:100) == 0) .and. all(owners(101:n) == 2), 'documents of positions')
  call lexikos_documents_free(documents)

  sizes%n = n
  call expect(lexikos_workspace_bytes(context, lexikos_for_suffix_array, sizes, bytes), 'lexikos_workspace_bytes')
  call require(bytes > 0, 'bytes')

  wrong%algorithm = 77
  call require(lexikos_suffix_array(context, lexikos_of(text), c_null_ptr, lexikos_of(suffixes), lexikos_none(), wrong) == &
               lexikos_invalid_argument, 'a wrong algorithm')
  call require(lexikos_last_message() == 'the algorithm has no value 77', 'message: ' // lexikos_last_message())
  call require(lexikos_string(lexikos_status_name(lexikos_out_of_memory)) == 'out of memory', 'name of a status')

  call without_ranks()
  call lexikos_context_free(context)
  call expect(lexikos_finalize(), 'lexikos_finalize')
  if (failures /= 0) error stop 1

contains

  subroutine search_both()
    integer(int8), target :: symbols(6)
    symbols = [text(1:2), text(4:6), 9_int8]
    fm_options%sample_rate = 4
    search_options%text_order = 1
    call expect(lexikos_suffix_index_create(context, lexikos_of(text), lexikos_of(suffixes), lexikos_none(), lexikos_none(), &
                                            lexikos_suffix_index_options(), index), 'lexikos_suffix_index_create')
    call expect(lexikos_suffix_index_count(context, index, lexikos_of(symbols), lexikos_of(offsets), &
                                           lexikos_search_options(), lexikos_of(counts)), 'lexikos_suffix_index_count')
    call expect(lexikos_suffix_index_intervals(context, index, lexikos_of(symbols), lexikos_of(offsets), &
                                               lexikos_search_options(), lexikos_of(begins), lexikos_of(ends)), 'intervals')
    call expect(lexikos_fm_index_create(context, lexikos_of(text), lexikos_none(), fm_options, fm), 'lexikos_fm_index_create')
    call expect(lexikos_fm_index_save(context, fm, c_null_ptr, lexikos_path('lexikos_fortran.index')), 'lexikos_fm_index_save')
    call lexikos_fm_index_free(fm)
    call expect(lexikos_fm_index_load(context, lexikos_path('lexikos_fortran.index'), fm), 'lexikos_fm_index_load')
    call expect(lexikos_fm_index_locate(context, fm, lexikos_of(symbols), lexikos_of(offsets), search_options, result), &
                'lexikos_fm_index_locate')
    call expect(lexikos_result_column(result, lexikos_offsets, column), 'the column of offsets')
    call lexikos_to(column, found_offsets)
    call expect(lexikos_result_column(result, lexikos_positions, column), 'the column of positions')
    call lexikos_to(column, found)
    call require(associated(found) .and. associated(found_offsets), 'columns')
    call require(counts(3) == 0, 'a symbol that is not there')
    do i = 1, 2
      call compare_occurrences(symbols, i)
    end do
    call lexikos_result_free(result)
    call lexikos_suffix_index_free(index)
    call lexikos_fm_index_free(fm)
    open (newunit=j, file='lexikos_fortran.index')
    close (j, status='delete')
  end subroutine search_both

  subroutine compare_occurrences(symbols, which)
    integer(int8), intent(in) :: symbols(:)
    integer, intent(in) :: which
    integer :: first, length, occurrences, position
    first = int(offsets(which))
    length = int(offsets(which + 1)) - first
    occurrences = 0
    do position = 0, n - length
      if (any(text(position + 1:position + length) /= symbols(first + 1:first + length))) cycle
      occurrences = occurrences + 1
      call require(found(found_offsets(which) + occurrences) == position, 'position')
    end do
    call require(counts(which) == occurrences .and. ends(which) - begins(which) == occurrences, 'count')
    call require(found_offsets(which + 1) - found_offsets(which) == occurrences, 'number of positions')
  end subroutine compare_occurrences

  ! Of texts on several ranks, what a program without MPI can ask, and whether the options arrive as they were made.
  subroutine without_ranks()
    type(lexikos_ranks_options) :: options
    type(c_ptr) :: ranks
    integer(c_int64_t) :: first, extent
    integer(c_int32_t) :: status
    character(:), allocatable :: message
    call require(options%piece_bytes == 2**30, 'options of ranks')
    status = lexikos_ranks_create(context, 0_c_int32_t, options, ranks)
    message = lexikos_last_message()
    call require(status == lexikos_not_supported .or. message == 'MPI is not initialised, or not any more', &
                 'ranks without MPI: ' // message)
    call require(.not. c_associated(ranks), 'ranks without MPI')
    if (lexikos_part_of(10_c_int64_t, 2_c_int32_t, 3_c_int32_t, first, extent) == lexikos_not_supported) return
    call require(first == 7 .and. extent == 3, 'part of a rank')
  end subroutine without_ranks

  function watch(user, fraction) result(answer) bind(c)
    type(c_ptr), value :: user
    real(c_double), value :: fraction
    integer(c_int32_t) :: answer
    call require(fraction >= 0 .and. fraction <= 1 .and. .not. c_associated(user), 'fraction')
    reports = reports + 1
    answer = 0
  end function watch

  pure function common(first, second) result(length)
    integer(int32), intent(in) :: first, second
    integer :: length
    length = 0
    do while (first + length < n .and. second + length < n)
      if (text(first + length + 1) /= text(second + length + 1)) exit
      length = length + 1
    end do
  end function common

  pure function precedes(first, second) result(answer)
    integer(int32), intent(in) :: first, second
    logical :: answer
    integer :: length
    length = common(first, second)
    if (first + length == n .or. second + length == n) then
      answer = first > second
    else
      answer = text(first + length + 1) < text(second + length + 1)
    end if
  end function precedes

  subroutine expect(status, what)
    integer(c_int32_t), intent(in) :: status
    character(*), intent(in) :: what
    if (status == lexikos_ok) return
    print *, what, ': ', lexikos_last_message()
    failures = failures + 1
  end subroutine expect

  subroutine require(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (condition) return
    print *, 'wrong: ', what
    failures = failures + 1
  end subroutine require

end program fortran_interface
