import { CssBaseline, createTheme, ThemeProvider } from '@mui/material';
import { useMemo, useState } from 'react';
import { Route, Routes } from 'react-router';
import { ToastContainer } from 'react-toastify';
import { ContactPage } from './contact-page.tsx';
import { Footer, Header } from './frame.tsx';
import { HomePage } from './home-page.tsx';
import { useProfileAfterASecond } from './profile.ts';
import { AboutPage, LegalMentionPage, PrivacyPage } from './reading-pages.tsx';

export function App() {
  const [mode, setMode] = useState<'light' | 'dark'>('light');
  const theme = useMemo(
    () => createTheme({ palette: { mode, primary: { main: '#5e17eb' }, secondary: { main: '#389a6b' } } }),
    [mode],
  );
  const profile = useProfileAfterASecond();
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      {profile && (
        <>
          <Header name={profile.name} toggleMode={() => setMode(mode === 'light' ? 'dark' : 'light')} />
          <main>
            <Routes>
              <Route path="/" element={<HomePage profile={profile} />} />
              <Route path="/contact" element={<ContactPage />} />
              <Route path="/about" element={<AboutPage />} />
              <Route path="/legal-mention" element={<LegalMentionPage />} />
              <Route path="/privacy" element={<PrivacyPage />} />
            </Routes>
          </main>
          <Footer name={profile.name} />
        </>
      )}
      <ToastContainer position="top-center" />
    </ThemeProvider>
  );
}
