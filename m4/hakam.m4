dnl Macros of Hakam's configure.ac.

dnl HK_CFLAGS_TRY(FLAG): add FLAG to HK_CFLAGS if the compiler takes it.
dnl clang accepts an unknown warning unless told that it is an error.
AC_DEFUN([HK_CFLAGS_TRY], [
  HK_FLAG_PROBE([$1], [CFLAGS], [HK_CFLAGS="$HK_CFLAGS $1"], [])
])

dnl HK_CFLAGS_REQUIRE(FLAG, MESSAGE): the same, or stop with MESSAGE.
AC_DEFUN([HK_CFLAGS_REQUIRE], [
  HK_FLAG_PROBE([$1], [CFLAGS], [HK_CFLAGS="$HK_CFLAGS $1"],
    [AC_MSG_ERROR([$2])])
])

dnl HK_LDFLAGS_TRY(FLAG): add FLAG to HK_LDFLAGS if a program links with it.
AC_DEFUN([HK_LDFLAGS_TRY], [
  HK_FLAG_PROBE([$1], [LDFLAGS], [HK_LDFLAGS="$HK_LDFLAGS $1"], [])
])

dnl HK_FLAG_PROBE(FLAG, VARIABLE, IF-ACCEPTED, IF-NOT)
AC_DEFUN([HK_FLAG_PROBE], [
  AS_VAR_PUSHDEF([hk_cache], [hk_cv_flag_$2_$1])
  AC_CACHE_CHECK([whether $CC accepts $1], [hk_cache], [
    hk_saved_flags=$$2
    $2="$$2 $HK_$2 -Werror $1"
    AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
      [AS_VAR_SET([hk_cache], [yes])], [AS_VAR_SET([hk_cache], [no])])
    $2=$hk_saved_flags
  ])
  AS_VAR_IF([hk_cache], [yes], [$3], [$4])
  AS_VAR_POPDEF([hk_cache])
])

dnl HK_PKG(PREFIX, MODULE, DEBIAN-PACKAGE): probe by pkg-config or stop with a
dnl message that names the package to install.
AC_DEFUN([HK_PKG], [
  PKG_CHECK_MODULES([$1], [$2], [], [AC_MSG_ERROR([$2 is needed and missing
  (Debian package: $3): $$1_PKG_ERRORS])])
])

dnl HK_PROG_PYTHON(MODULES): set PYTHON3 to a python3 that has MODULES. Where a
dnl second Python hides the system's, only the latter has Debian's packages.
AC_DEFUN([HK_PROG_PYTHON], [
  AC_ARG_VAR([PYTHON3], [a python3 with the modules $1, for the tests])
  AC_CACHE_CHECK([for a python3 with $1], [hk_cv_path_python3], [
    hk_cv_path_python3=no
    for hk_python in "$PYTHON3" /usr/bin/python3 python3; do
      AS_IF([test -n "$hk_python" &&
             "$hk_python" -c 'import $1' >&AS_MESSAGE_LOG_FD 2>&1],
        [hk_cv_path_python3=$hk_python; break])
    done
  ])
  AS_IF([test "$hk_cv_path_python3" = no],
    [AC_MSG_WARN([no python3 with $1: "make check" needs one
  (Debian packages: python3-yaml python3-pytest python3-jsonschema)])
     : ${PYTHON3=python3}],
    [PYTHON3=$hk_cv_path_python3])
])
