/** Bytes of one text file of a run; more is refused. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** Bytes and number of all files of a run. */
export const MAX_SCRATCH_BYTES = 64 * 1024 * 1024;
export const MAX_SCRATCH_FILES = 2_000;
/** Bytes of a blob, and of one of its rows. */
export const MAX_BLOB_BYTES = 25 * 1024 * 1024;
export const BLOB_CHUNK_BYTES = 1024 * 1024;
/** Of a path below a run's directory: bytes, bytes of a segment, segments. */
export const MAX_PATH_BYTES = 512;
export const MAX_SEGMENT_BYTES = 200;
export const MAX_SEGMENTS = 10;
/** Files of a run in one answer of a list. */
export const MAX_LISTED = 500;
