import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { classes } from './class-names.ts';

/** A link in a text or in a row of a table. A finger gets 10 px around it as well. */
export const TextLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link
    {...rest}
    className={classes(
      'relative rounded-xs hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5',
      className,
    )}
  />
);
