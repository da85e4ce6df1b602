/** The roles of an account. A caller's are those in force: inactive accounts have none. */
export interface Roles {
  readonly admin: boolean;
  readonly manager: boolean;
}

export const isStaff = ({ admin, manager }: Roles): boolean => admin || manager;

/** The highest role, in whose name its holder acts. */
export const roleOf = ({ admin, manager }: Roles): 'admin' | 'manager' | 'member' => {
  if (admin) return 'admin';
  return manager ? 'manager' : 'member';
};
