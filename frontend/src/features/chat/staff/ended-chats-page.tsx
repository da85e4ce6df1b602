import { SessionsPage } from './sessions-page.tsx';

export default function EndedChatsPage() {
  return <SessionsPage which="ended" />;
}
