import { type ReactNode, useId } from 'react';

interface TitledSectionProps {
  readonly title: ReactNode;
  /** Of what it lists, beside the title. */
  readonly count?: string | undefined;
  readonly titleClass?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page, which screen readers call by its heading. */
export function TitledSection({ title, count, titleClass, className, children }: TitledSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClass ?? 'text-heading'}>
        {title} {count !== undefined && <Count text={count} />}
      </h2>
      {children}
    </section>
  );
}

export const Count = ({ text }: { readonly text: string }) => (
  <span className="ml-1 font-regular text-fg-subtle">{text}</span>
);
