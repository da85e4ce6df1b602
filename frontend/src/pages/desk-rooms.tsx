import DeskRooms from '../features/chat/desk/desk-rooms-page.tsx';
import { MatchActs } from '../features/orders/desk/acts/match-acts.tsx';

/** The chats of a match, from which it is completed or cancelled as well. */
export default function DeskRoomsPage() {
  return <DeskRooms MatchActs={MatchActs} />;
}
