/** The command menu. */
export const commands = {
  commands: {
    title: 'Go to',
    placeholder: 'Page, order code, order ID, nickname',
    members: 'Members',
    none: 'No results.',
  },
} as const;
