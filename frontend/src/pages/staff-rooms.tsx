import StaffRooms from '../features/chat/staff/staff-rooms-page.tsx';
import { MatchActs } from '../features/orders/staff/acts/match-acts.tsx';

/** The chats of a match, from which it is completed or cancelled as well. */
export default function StaffRoomsPage() {
  return <StaffRooms MatchActs={MatchActs} />;
}
