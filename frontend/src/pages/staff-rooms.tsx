import StaffRooms from '../features/chat/staff/staff-rooms-page.tsx';
import { MatchActions } from '../features/orders/staff/actions/match-actions.tsx';

/** The chats of a match, with buttons to complete or cancel it. */
export default function StaffRoomsPage() {
  return <StaffRooms MatchActions={MatchActions} />;
}
