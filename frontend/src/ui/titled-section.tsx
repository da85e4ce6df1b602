import { type ReactNode, useId } from 'react';

interface TitledSectionProps {
  readonly title: ReactNode;
  readonly titleClass?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page, which screen readers call by its heading. */
export function TitledSection({ title, titleClass, className, children }: TitledSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClass ?? 'text-heading'}>
        {title}
      </h2>
      {children}
    </section>
  );
}
