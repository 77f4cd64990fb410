import { routes } from '../routes.ts';
import { about, fixedPriceOffers, identity, regieOffer } from '../site.ts';
import { Icon, type IconName } from '../theme/icons.tsx';
import { PillLink, PillRow } from '../ui/buttons.tsx';
import { Opening, Prose, Section } from '../ui/section.tsx';
import { Unbroken } from '../ui/text.tsx';
import { homeWords } from '../words/home.ts';
import { backToHome, startProject } from '../words/specified.ts';
import styles from './about-page.module.css';
import { Picture, Portrait } from './pictures.tsx';
import { useSite } from './site-context.ts';
import { SiteLink } from './site-link.tsx';

/** Shows the studio's story, values and place, and the person behind it (ABOUT-1). */
export function AboutPage() {
  const { story, values, place } = about;
  return (
    <>
      <Opening
        title={about.title}
        lead={about.lead}
        picture={
          <div className={styles.pictures}>
            <Portrait className={styles.portrait} sizes="(min-width: 720px) 24rem, 80vw" />
            <Picture
              className={styles.landscape}
              src="/images/studio.svg"
              srcDark="/images/studio-dark.svg"
              alt={identity.studioPictureAlt}
              width={1120}
              height={480}
            />
          </div>
        }
      >
        <Person />
      </Opening>
      <Section title={story.title}>
        <Prose>
          {story.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Prose>
      </Section>
      <Section title={values.title}>
        <Rows items={values.items} />
      </Section>
      <Section title={homeWords.doing}>
        <Rows
          items={[
            ...fixedPriceOffers.map(({ titre, description: [text = ''] }) => ({ title: titre, text })),
            ...(regieOffer ? [{ title: regieOffer.titre, text: regieOffer.content }] : []),
          ]}
        />
      </Section>
      <Section title={place.title}>
        <Prose>
          <p>
            <Unbroken>{place.text}</Unbroken>
          </p>
          <PillRow className={styles.actions}>
            <PillLink look="solid" href={routes.contact.path}>
              {startProject}
            </PillLink>{' '}
            <PillLink look="outline" href={routes.home.path}>
              {backToHome}
            </PillLink>
          </PillRow>
        </Prose>
      </Section>
    </>
  );
}

function Rows({ items }: { items: readonly { title: string; text: string; icon?: IconName }[] }) {
  return (
    <ul className={styles.rows}>
      {items.map(({ title, text: words, icon }) => (
        <li key={title}>
          <h3>
            {icon && <Icon name={icon} size={30} />}
            {title}
          </h3>
          <p>{words}</p>
        </li>
      ))}
    </ul>
  );
}

/** Shows the person behind the studio: the profile from the API (START-4), and links to their pages on other sites. */
function Person() {
  const { profile } = useSite();
  const { links } = identity;
  return (
    <div className={styles.person}>
      <p className={styles.name} data-profile="name">
        {profile.name}
      </p>
      <p data-profile="metier">{profile.metier}</p>
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map(({ name, address }) => (
            <li key={name}>
              <SiteLink href={address}>{name}</SiteLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
