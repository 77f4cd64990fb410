import CodeIcon from '@mui/icons-material/Code';
import PhoneIphoneIcon from '@mui/icons-material/PhoneIphone';
import StorageIcon from '@mui/icons-material/Storage';
import { Button, Card, CardActions, CardContent, Container, Typography } from '@mui/material';
import { Carousel } from 'react-bootstrap';
import { Link } from 'react-router';
import type { Profile } from './profile.ts';

const offers = [
  { Icon: CodeIcon, title: 'Site vitrine', price: 'à partir de 750 € TTC' },
  { Icon: PhoneIphoneIcon, title: 'Application web ou mobile', price: 'à partir de 1800 € TTC' },
  { Icon: StorageIcon, title: 'Refonte technique', price: 'à partir de 400 € TTC' },
  { Icon: CodeIcon, title: 'Conseil', price: '50 € de l’heure' },
  { Icon: StorageIcon, title: 'Maintenance', price: 'à partir de 90 € par mois' },
];

function Letters({ text }: { text: string }) {
  return [...text].map((letter, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: letters have nothing else that tells them apart
    <span key={index} aria-hidden="true" className="letter" style={{ animationDelay: `${index * 20}ms` }}>
      {letter === ' ' ? '\u00a0' : letter}
    </span>
  ));
}

function Offers() {
  return (
    <Carousel interval={null} slide={false}>
      {offers.map(({ Icon, title, price }) => (
        <Carousel.Item key={title}>
          <Card sx={{ maxWidth: 445, minHeight: 300, mx: 'auto' }}>
            <CardContent>
              <Icon fontSize="large" color="primary" />
              <Typography variant="h5" component="h3">
                {title}
              </Typography>
              <Typography>{price}</Typography>
            </CardContent>
            <CardActions>
              <Button component={Link} to="/contact">
                Démarrer votre projet
              </Button>
            </CardActions>
          </Card>
        </Carousel.Item>
      ))}
    </Carousel>
  );
}

export function HomePage({ profile }: { profile: Profile }) {
  return (
    <>
      <section className="hero">
        <video autoPlay muted loop playsInline poster="/poster.avif" aria-hidden="true">
          <source src="/video.mp4" type="video/mp4" />
        </video>
        <Container sx={{ textAlign: 'center' }}>
          <Typography variant="h2" component="h1" aria-label={profile.metier}>
            <Letters text={profile.metier} />
          </Typography>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the peer is what is usually written */}
          <div dangerouslySetInnerHTML={{ __html: profile.presentation }} />
          <Button variant="contained" size="large" component={Link} to="/contact">
            Démarrer votre projet
          </Button>
        </Container>
      </section>
      <Container sx={{ py: 6 }}>
        <Typography variant="h4" component="h2" gutterBottom>
          Nos services
        </Typography>
        <Offers />
      </Container>
    </>
  );
}
