/** The command menu. */
export const commands = {
  commands: {
    title: 'Go to',
    open: 'Order code, nickname',
    placeholder: 'Page, order code, order ID, nickname',
    orders: 'Orders',
    members: 'Members',
    none: 'No results.',
  },
} as const;
