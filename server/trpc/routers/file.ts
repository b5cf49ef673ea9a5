import { FileList, FileListing, FileRead, FileText } from '@domain/files/file';
import { listFiles } from '../../services/file/list';
import { readFile } from '../../services/file/read';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

/** The files of a run; their bytes are fetched from `/api/files`. */
export const fileRouter = router({
  list: orgProcedure('run.read')
    .input(orgInput(FileList.shape))
    .output(FileListing)
    .query(({ ctx, input }) => listFiles(ctx.tenant, input)),

  read: orgProcedure('run.read')
    .input(orgInput(FileRead.shape))
    .output(FileText)
    .query(({ ctx, input }) => readFile(ctx.tenant, input)),
});
