-- Courses: who teaches, who attends, what is to be handed in, what was, and what it came to.
CREATE TABLE courses (
  id {id},
  name TEXT NOT NULL,
  created BIGINT NOT NULL
);
CREATE TABLE teachers (
  course_id BIGINT NOT NULL REFERENCES courses (id),
  user_id BIGINT NOT NULL REFERENCES users (id),
  PRIMARY KEY (course_id, user_id)
);
CREATE INDEX teachers_by_user ON teachers (user_id);
-- The students of a course. Nobody is deleted: what they handed in stays.
CREATE TABLE roster (
  id {id},
  course_id BIGINT NOT NULL REFERENCES courses (id),
  -- The place in the roster's file.
  place BIGINT NOT NULL,
  number TEXT NOT NULL,
  name TEXT NOT NULL,
  -- The account; NULL before the student joined.
  user_id BIGINT REFERENCES users (id),
  removed BIGINT NOT NULL DEFAULT 0,
  -- The hash of the link by which an account becomes this student; it works once.
  link TEXT UNIQUE,
  UNIQUE (course_id, number)
);
CREATE INDEX roster_by_user ON roster (user_id);
CREATE TABLE assignments (
  id {id},
  course_id BIGINT NOT NULL REFERENCES courses (id),
  title TEXT NOT NULL,
  game TEXT NOT NULL,
  -- NULL: all stages that a submission has a folder for.
  stage BIGINT,
  -- Zip files of cases; NULL: those of this program, and none that are hidden.
  cases TEXT,
  hidden TEXT,
  -- As for `sandtable class --policy`.
  policy TEXT NOT NULL,
  -- That of the policy.
  deadline BIGINT,
  -- In which explanations are written: en or zh.
  language TEXT NOT NULL,
  -- Counts changes after which results may differ.
  revision BIGINT NOT NULL DEFAULT 1,
  created BIGINT NOT NULL
);
CREATE INDEX assignments_of_course ON assignments (course_id, id);
CREATE TABLE submissions (
  id {id},
  assignment_id BIGINT NOT NULL REFERENCES assignments (id),
  student_id BIGINT NOT NULL REFERENCES roster (id),
  -- zip or cpp.
  kind TEXT NOT NULL,
  -- NULL after its author deleted the account.
  source TEXT,
  bytes BIGINT NOT NULL,
  -- waiting, grading, graded, failed.
  state TEXT NOT NULL,
  attempt BIGINT NOT NULL DEFAULT 0,
  -- How often it could not be graded since somebody asked for it.
  failures BIGINT NOT NULL DEFAULT 0,
  failure TEXT,
  created BIGINT NOT NULL,
  started BIGINT
);
CREATE INDEX submissions_by_state ON submissions (state, id);
CREATE INDEX submissions_of_student ON submissions (assignment_id, student_id, id);
-- What grading a submission came to. Points follow from it, the policy and the time of handing in.
CREATE TABLE grades (
  submission_id BIGINT PRIMARY KEY REFERENCES submissions (id),
  -- Files: the results, and what its author wrote.
  results TEXT NOT NULL,
  sources TEXT,
  -- The assignment's revision that it was graded under.
  revision BIGINT NOT NULL,
  finished BIGINT NOT NULL
);
