import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { classes } from './class-names.ts';

/** A link in a text or in a row of a table. */
export const TextLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link {...rest} className={classes('rounded-xs hover:underline', className)} />
);
