/** The LIKE pattern for texts that contain `text`, with wildcards escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
