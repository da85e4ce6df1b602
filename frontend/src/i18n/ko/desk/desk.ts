/** Said on several screens of the desk. */
export const desk = {} as const;
