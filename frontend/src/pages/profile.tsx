import ProfilePage from '../features/members/profile-page.tsx';
import { OwnWaiting } from '../features/orders/own-waiting.tsx';
import { Contained } from '../ui/section.tsx';

/** A member's home: their to-do list, then their account. */
export default function Profile() {
  return (
    <ProfilePage>
      <Contained>
        <OwnWaiting />
      </Contained>
    </ProfilePage>
  );
}
