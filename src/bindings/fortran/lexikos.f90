! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Lexikos from Fortran 2008: the C interface (lexikos_c, with lexikos.h for what everything means), and what makes arrays of
! Fortran's, and strings.
!
!     use lexikos
!     integer(int8), target :: text(6)
!     integer(int32), target :: suffixes(6)
!     type(c_ptr) :: context
!     text = transfer('banana', text)
!     if (lexikos_context_create(lexikos_context_options(), context) /= lexikos_ok) error stop 'no context'
!     if (lexikos_suffix_array(context, lexikos_of(text), c_null_ptr, lexikos_of(suffixes), lexikos_none(), &
!         lexikos_suffix_array_options()) /= lexikos_ok) print *, lexikos_last_message()
!     call lexikos_context_free(context)
!
! Positions and numbers count from 0, as in C: suffixes(1) = 5. Arrays are the targets of pointers while a function runs, and of
! handles that keep them longer: give them the attribute target, and contiguous ones.
module lexikos
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64
  use lexikos_c
  implicit none
  public

  ! The array as C takes it: u8, u16, u32 or u64 of its entries, as they lie there.
  interface lexikos_of
    module procedure of_int8, of_int16, of_int32, of_int64
  end interface lexikos_of
  private :: of_int8, of_int16, of_int32, of_int64

  ! A pointer to the entries of an array of C, such as a column of a result in memory of the host; it lives as long as they do. Not
  ! associated if the type of the entries is another one.
  interface lexikos_to
    module procedure to_int8, to_int16, to_int32, to_int64
  end interface lexikos_to
  private :: to_int8, to_int16, to_int32, to_int64

contains

  function of_int8(values) result(array)
    integer(int8), contiguous, target, intent(in) :: values(:)
    type(lexikos_array) :: array
    array%data = c_loc(values)
    array%size = size(values, kind=c_int64_t)
    array%type = lexikos_u8
  end function of_int8

  function of_int16(values) result(array)
    integer(int16), contiguous, target, intent(in) :: values(:)
    type(lexikos_array) :: array
    array%data = c_loc(values)
    array%size = size(values, kind=c_int64_t)
    array%type = lexikos_u16
  end function of_int16

  function of_int32(values) result(array)
    integer(int32), contiguous, target, intent(in) :: values(:)
    type(lexikos_array) :: array
    array%data = c_loc(values)
    array%size = size(values, kind=c_int64_t)
    array%type = lexikos_u32
  end function of_int32

  function of_int64(values) result(array)
    integer(int64), contiguous, target, intent(in) :: values(:)
    type(lexikos_array) :: array
    array%data = c_loc(values)
    array%size = size(values, kind=c_int64_t)
    array%type = lexikos_u64
  end function of_int64

  subroutine to_int8(array, values)
    type(lexikos_array), intent(in) :: array
    integer(int8), pointer, intent(out) :: values(:)
    nullify (values)
    if (array%type == lexikos_u8) call c_f_pointer(array%data, values, [array%size])
  end subroutine to_int8

  subroutine to_int16(array, values)
    type(lexikos_array), intent(in) :: array
    integer(int16), pointer, intent(out) :: values(:)
    nullify (values)
    if (array%type == lexikos_u16) call c_f_pointer(array%data, values, [array%size])
  end subroutine to_int16

  subroutine to_int32(array, values)
    type(lexikos_array), intent(in) :: array
    integer(int32), pointer, intent(out) :: values(:)
    nullify (values)
    if (array%type == lexikos_u32) call c_f_pointer(array%data, values, [array%size])
  end subroutine to_int32

  subroutine to_int64(array, values)
    type(lexikos_array), intent(in) :: array
    integer(int64), pointer, intent(out) :: values(:)
    nullify (values)
    if (array%type == lexikos_u64) call c_f_pointer(array%data, values, [array%size])
  end subroutine to_int64

  ! Where an array may be left out.
  function lexikos_none() result(array)
    type(lexikos_array) :: array
    array%size = 0
  end function lexikos_none

  ! The same array in memory of the device.
  function lexikos_on_device(host) result(array)
    type(lexikos_array), intent(in) :: host
    type(lexikos_array) :: array
    array = host
    array%memory = lexikos_device_memory
  end function lexikos_on_device

  ! What was wrong in the last call of this thread that failed.
  function lexikos_last_message() result(text)
    character(:), allocatable :: text
    text = lexikos_string(lexikos_message())
  end function lexikos_last_message

  ! A string of C, which ends with a zero; empty for NULL.
  function lexikos_string(address) result(text)
    type(c_ptr), intent(in) :: address
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: length
    text = ''
    if (.not. c_associated(address)) return
    call c_f_pointer(address, letters, [huge(1)])
    length = 0
    do while (letters(length + 1) /= c_null_char)
      length = length + 1
    end do
    text = repeat(' ', length)
    text = transfer(letters(1:length), text)
  end function lexikos_string

  ! A path as C takes it.
  function lexikos_path(text) result(path)
    character(*), intent(in) :: text
    character(:, kind=c_char), allocatable :: path
    path = text // c_null_char
  end function lexikos_path

end module lexikos
