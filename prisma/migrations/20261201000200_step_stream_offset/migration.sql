-- A running step's text keeps its last 64 KB: where in the whole it begins, in UTF-16 units.
ALTER TABLE "step_stream" ADD COLUMN "text_offset" INTEGER NOT NULL DEFAULT 0;
