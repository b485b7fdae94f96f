//! The cases that come with the program.
