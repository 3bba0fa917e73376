! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
program banana
  use lexikos
  implicit none
  integer(int8), target :: text(6)
  integer(int32), target :: suffixes(6)
  type(c_ptr) :: context
  text = transfer('banana', text)
  if (lexikos_context_create(lexikos_context_options(), context) /= lexikos_ok) error stop 'no context'
  if (lexikos_suffix_array(context, lexikos_of(text), c_null_ptr, lexikos_of(suffixes), lexikos_none(), &
                           lexikos_suffix_array_options()) /= lexikos_ok) print *, lexikos_last_message()
  print '(6(i0, 1x))', suffixes  ! 5 3 1 0 4 2
  call lexikos_context_free(context)
end program banana
