import DarkModeIcon from '@mui/icons-material/DarkMode';
import MenuIcon from '@mui/icons-material/Menu';
import {
  AppBar,
  Box,
  Button,
  Container,
  Drawer,
  IconButton,
  List,
  ListItemButton,
  ListItemText,
  Toolbar,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';

const links = [
  ['/contact', 'Nous contacter'],
  ['/about', 'L’équipe'],
] as const;

export function Header({ name, toggleMode }: { name: string; toggleMode: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <AppBar position="sticky">
      <Toolbar>
        <Typography variant="h6" component="div" sx={{ flexGrow: 1 }}>
          {name}
        </Typography>
        <Box component="nav" sx={{ display: { xs: 'none', sm: 'block' } }}>
          {links.map(([to, label]) => (
            <Button key={to} color="inherit" component={Link} to={to}>
              {label}
            </Button>
          ))}
        </Box>
        <IconButton color="inherit" onClick={toggleMode} aria-label="Changer de mode">
          <DarkModeIcon />
        </IconButton>
        <IconButton
          color="inherit"
          onClick={() => setOpen(true)}
          aria-label="Ouvrir le menu"
          sx={{ display: { sm: 'none' } }}
        >
          <MenuIcon />
        </IconButton>
        <Drawer anchor="right" open={open} onClose={() => setOpen(false)}>
          <List sx={{ width: 240 }}>
            {links.map(([to, label]) => (
              <ListItemButton key={to} component={Link} to={to} onClick={() => setOpen(false)}>
                <ListItemText primary={label} />
              </ListItemButton>
            ))}
          </List>
        </Drawer>
      </Toolbar>
    </AppBar>
  );
}

export function Footer({ name }: { name: string }) {
  return (
    <Box component="footer" sx={{ py: 4, mt: 6 }}>
      <Container>
        <Typography variant="body2">© 2025 {name}</Typography>
      </Container>
    </Box>
  );
}
