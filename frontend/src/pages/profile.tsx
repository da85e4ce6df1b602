import ProfilePage from '../features/members/profile-page.tsx';
import { OwnWaiting } from '../features/orders/own-waiting.tsx';
import { Contained } from '../ui/section.tsx';

/** Where a member arrives: what waits for them first, then their account. */
export default function Profile() {
  return (
    <ProfilePage>
      <Contained>
        <OwnWaiting />
      </Contained>
    </ProfilePage>
  );
}
