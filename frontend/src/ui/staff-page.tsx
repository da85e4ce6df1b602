import type { ReactNode } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { usePageTitle } from './page-title.ts';
import { Empty } from './placeholder.tsx';
import { useAddress } from './use-address.ts';

interface StaffPageProps {
  readonly title: string;
  /** What the page is for, in one sentence. */
  readonly intro?: ReactNode;
  /** A link above the title. */
  readonly back?: ReactNode;
  /** A button beside the title, on a phone below it. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A staff page: full width, title, button. */
export function StaffPage({ title, intro, back, action, children }: StaffPageProps) {
  usePageTitle(title);
  return (
    <div className="page-x max-w-[75.25rem] pt-5 pb-10 md:pt-6 md:pb-16">
      {back}
      <div className="flex items-start justify-between gap-x-4 gap-y-3.5 max-md:flex-col">
        <div>
          <h1 className="text-title">{title}</h1>
          {intro !== undefined && <p className="text-fg-subtle text-small">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

interface NothingFoundProps {
  readonly title: string;
  readonly text: string;
  /** By their names in the address; the button takes all of them back. */
  readonly filters: readonly string[];
}

/** In place of a list of which the filters leave nothing. */
export function NothingFound({ title, text, filters }: NothingFoundProps) {
  const { t } = useTexts();
  const { choose } = useAddress();
  const showAll = () => choose(Object.fromEntries(filters.map((name) => [name, ''])));
  return <Empty title={title} text={text} action={<Button onClick={showAll}>{t('showAll')}</Button>} />;
}
