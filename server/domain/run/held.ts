/** Why a run stands still from its start: people bring its files before anybody works. */
export const AWAITS_FILES = 'awaits_files';
