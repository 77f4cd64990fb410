import { Container, Typography } from '@mui/material';

function ReadingPage({ title, text }: { title: string; text: string }) {
  return (
    <Container sx={{ py: 6 }}>
      <Typography variant="h3" component="h1" gutterBottom>
        {title}
      </Typography>
      <Typography>{text}</Typography>
    </Container>
  );
}

export function AboutPage() {
  return (
    <ReadingPage title="L’équipe" text="Le studio repose sur l’écoute, la réactivité et la fiabilité." />
  );
}

export function LegalMentionPage() {
  return <ReadingPage title="Mentions légales" text="Éditeur, hébergeur, propriété intellectuelle." />;
}

export function PrivacyPage() {
  return (
    <ReadingPage title="Politique de confidentialité" text="Les messages sont supprimés après 12 mois." />
  );
}
