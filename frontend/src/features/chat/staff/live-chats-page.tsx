import { SessionsPage } from './sessions-page.tsx';

export default function LiveChatsPage() {
  return <SessionsPage which="live" />;
}
