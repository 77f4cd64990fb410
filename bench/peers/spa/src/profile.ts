import { gql } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';

export interface Profile {
  name: string;
  metier: string;
  presentation: string;
}

const PROFILE = gql`query getAdminPublicProfil($id: Int!) {
  getAdminPublicProfil(id: $id) { name metier presentation }
}`;

/** The profile, once it has answered and a second more has passed. */
export function useProfileAfterASecond(): Profile | undefined {
  const { data } = useQuery<{ getAdminPublicProfil: Profile }>(PROFILE, { variables: { id: 3 } });
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(() => setReady(true), 1000);
    return () => clearTimeout(timer);
  }, [data]);
  return ready ? data?.getAdminPublicProfil : undefined;
}
