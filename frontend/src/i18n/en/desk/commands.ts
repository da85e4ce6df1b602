/** The command menu. */
export const commands = {
  commands: {
    title: 'Go anywhere',
    open: 'Order code, nickname',
    placeholder: 'A page, an order’s code or id, a nickname',
    orders: 'Orders',
    members: 'Members',
    none: 'Nothing fits.',
  },
} as const;
