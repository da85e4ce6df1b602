import { type ReactNode, type Ref, useId } from 'react';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { Facts, type Rows } from '../../ui/facts.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { ApprovalOf } from './request-labels.ts';

interface RequestItemProps {
  readonly title: string;
  readonly heading?: Ref<HTMLHeadingElement>;
  readonly status: ReactNode;
  /** Who requested or changed it. */
  readonly by: string;
  readonly at: string;
  readonly facts: ReactNode;
  /** What can be done about it. */
  readonly children: ReactNode;
}

/** A request in the list: the columns of its facts are the same in all. */
export function RequestItem({ title, heading, status, by, at, facts, children }: RequestItemProps) {
  const titleId = useId();
  return (
    <li className="max-w-[46rem] border-line border-b py-5 last:border-0">
      <article aria-labelledby={titleId}>
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 ref={heading} tabIndex={-1} id={titleId} className="text-heading outline-none">
            {title}
          </h2>
          {status}
        </header>
        <p className="text-fg-muted text-small">
          {by} · <span className="whitespace-nowrap">{dateTimeInKorea(at)}</span>
        </p>
        <dl className="mt-3 grid gap-x-4 gap-y-1.5 text-small min-[20rem]:grid-cols-[7rem_minmax(0,1fr)] md:grid-cols-[10rem_minmax(0,1fr)]">
          {facts}
        </dl>
        {children}
      </article>
    </li>
  );
}

export const RequestFacts = ({ rows }: { readonly rows: Rows }) => (
  <Facts rows={rows} line="contents" label="text-fg-subtle" value="min-w-0" />
);

export const DisputeLink = ({ caseId, children }: { readonly caseId: string; readonly children: string }) => (
  <TextLink to={`/admin/disputes/${caseId}`} className="text-accent">
    {children}
  </TextLink>
);

export const MemberLink = ({ member }: { readonly member: ApprovalOf<'role'>['role']['member'] }) => (
  <TextLink to={`/admin/users/${member._id}`} className="text-accent">
    {member.nickname}
  </TextLink>
);
