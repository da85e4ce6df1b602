/** For `catch`: the result in place of a file that does not exist. */
export const ifMissing =
  <Result>(result: Result) =>
  (error: NodeJS.ErrnoException): Result => {
    if (error.code === 'ENOENT') return result;
    throw error;
  };
