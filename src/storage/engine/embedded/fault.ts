// The one error of the embedded server. Its message is a plain sentence for the person who starts the service: what is
// wrong, and what to do about it.

export class EmbeddedServerError extends Error {
  override name = 'EmbeddedServerError';
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file of that name is in the way',
  ENAMETOOLONG: 'the path is too long',
};

/** Any error as a sentence; one of the file system becomes the sentence about the data folder. */
export function toServerError(error: unknown, folder: string): EmbeddedServerError {
  if (error instanceof EmbeddedServerError) return error;
  const code = errorCode(error) ?? '';
  const reason = REASONS[code];
  if (reason === undefined) {
    const words = error instanceof Error ? error.message : String(error);
    return new EmbeddedServerError(
      `The database in ${folder} could not be started: ${words}. ` +
        'Try again, set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL 15 or later.',
      { cause: error },
    );
  }
  const mend =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'Make room there'
      : 'Let the user that runs Trefoil write there (chown or chmod)';
  return new EmbeddedServerError(
    `The data folder ${folder} cannot be written: ${reason}. ${mend}, or set DATA_DIR to another folder.`,
    { cause: error },
  );
}

export function alreadyRunning(dataDir: string, servicePid?: number): EmbeddedServerError {
  const who = servicePid === undefined ? '' : ` (process ${servicePid})`;
  return new EmbeddedServerError(
    `Another Trefoil is already running on the data folder ${dataDir}${who}. Stop it, or set DATA_DIR to another folder.`,
  );
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}
