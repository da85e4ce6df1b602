import { NavLink } from 'react-router-dom';
import { usePublicSettings } from '../api/public-settings.ts';
import { useSession } from '../session/session.ts';

interface SupportLinkProps {
  readonly className: string;
  readonly children: string;
  readonly onClick?: () => void;
}

/** Visitors are led to the operator's messaging group, if there is one; all others to the chat with the admins. */
export function SupportLink(props: SupportLinkProps) {
  const group = usePublicSettings()?.messagingGroupUrl;
  const isVisitor = useSession() === undefined;
  if (isVisitor && group != null) return <a {...props} href={group} target="_blank" rel="noreferrer" />;
  return <NavLink {...props} to="/dashboard/one-on-one" />;
}
