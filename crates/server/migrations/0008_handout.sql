-- Of an assignment: the zip file that was handed out with it, and the sources in it, whose code counts for nothing
-- when programs are compared. NULL: nothing was.
ALTER TABLE assignments ADD COLUMN handout TEXT;
ALTER TABLE assignments ADD COLUMN handout_sources TEXT;
