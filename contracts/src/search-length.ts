/** Of a searched text, in characters: of what is typed, and of what is accepted. */
export const searchLengthMax = 200;
