// For a bot's own tests: `expect` what is true, and end `main` with `return failures();`.

#ifndef SANDTABLE_EXPECT_HPP
#define SANDTABLE_EXPECT_HPP

#include <iostream>
#include <string_view>

namespace sandtable {

namespace detail {

inline int failed = 0;

}  // namespace detail

/// Says whether something is as it should be, which is put in words.
inline void expect(bool holds, std::string_view what) {
  std::cout << (holds ? "ok:     " : "FAILED: ") << what << '\n';
  if (!holds) ++detail::failed;
}

/// How many expectations have failed: the status of a test.
inline int failures() { return detail::failed; }

}  // namespace sandtable

#endif
