import { ArrowLeft } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from './button.tsx';
import { Empty, NotLoaded } from './placeholder.tsx';

/** Above a page's title: leads to the list that the page's subject is in. */
export function BackLink({ to, children }: Pick<ComponentProps<typeof Link>, 'to' | 'children'>) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-xs text-fg-muted text-small font-medium hover:text-fg print:hidden"
    >
      <ArrowLeft size={16} />
      {children}
    </Link>
  );
}

interface DetailPageProps extends Pick<ComponentProps<typeof NotLoaded>, 'query' | 'failed'> {
  readonly className: string;
  /** The list that the page's subject is in. */
  readonly list: { readonly to: string; readonly name: string };
  /** False if the subject itself has a link to the list, which then stands here only if loading failed. */
  readonly hasBackLink?: boolean;
  /** Undefined until it is loaded. */
  readonly children: ReactNode | undefined;
  /** Set if the subject does not exist. */
  readonly missing: { readonly title: string; readonly text: string } | false;
  readonly skeleton: ReactNode;
}

/** The frame of a page about one subject: a link to its list, then the subject, or why it is not shown. */
export function DetailPage(props: DetailPageProps) {
  const { className, list, hasBackLink = true, children, missing, query, failed, skeleton } = props;
  return (
    <div className={className}>
      {(hasBackLink || (children === undefined && query.error !== null)) && (
        <BackLink to={list.to}>{list.name}</BackLink>
      )}
      {children !== undefined ? (
        children
      ) : missing !== false ? (
        <Empty
          headingLevel={1}
          {...missing}
          action={
            <ButtonLink to={list.to} variant="primary">
              {list.name}
            </ButtonLink>
          }
        />
      ) : (
        <NotLoaded failed={failed} query={query}>
          {skeleton}
        </NotLoaded>
      )}
    </div>
  );
}
