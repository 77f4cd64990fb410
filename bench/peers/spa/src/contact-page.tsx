import { gql } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { yupResolver } from '@hookform/resolvers/yup';
import { Button, Container, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useForm } from 'react-hook-form';
import { toast } from 'react-toastify';
import * as yup from 'yup';

const SEND = gql`mutation postContactForm($input: ContactFormInput!) { postContactForm(input: $input) { isSend } }`;

const rules = yup.object({
  subject: yup.string().required('Le sujet est requis'),
  email: yup.string().email('Votre email est requis').required('Votre email est requis'),
  fullname: yup.string().min(2, 'Votre nom complet est requis').required('Votre nom complet est requis'),
  message: yup.string().min(10).max(2000).required('Le message est requis'),
});

const empty = { subject: '', email: '', fullname: '', message: '' };

export function ContactPage() {
  const [send, { loading }] = useMutation(SEND);
  const form = useForm({ resolver: yupResolver(rules), defaultValues: empty });
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    try {
      await send({ variables: { input } });
      toast.success('Merci ! Votre message a bien été envoyé.');
    } catch {
      toast.error('Une erreur est survenue. Veuillez réessayer plus tard.');
    }
    form.reset();
  });
  return (
    <Container maxWidth="sm" sx={{ py: 6 }}>
      <Typography variant="h3" component="h1" gutterBottom>
        Formulaire de contact
      </Typography>
      <Stack component="form" spacing={2} noValidate onSubmit={submit}>
        <TextField select label="Sujet" defaultValue="" {...form.register('subject')}>
          <MenuItem value="Autre question ou remarque">Autre question ou remarque</MenuItem>
        </TextField>
        <TextField label="Email" {...form.register('email')} helperText={errors.email?.message} />
        <TextField label="Nom complet" {...form.register('fullname')} helperText={errors.fullname?.message} />
        <TextField label="Message" multiline rows={5} {...form.register('message')} />
        <Button type="submit" variant="contained" disabled={loading}>
          Envoyer
        </Button>
      </Stack>
    </Container>
  );
}
