/**
 * The towns whose court keeps a register of companies, by the names in registers (« Lille Métropole » sits in Tourcoing). Checked
 * on 2026-11-29 against the Code de commerce, annexes 7-1 to 7-4, and the 134 codes of the annuaire des entreprises. Nouméa,
 * Papeete, Mata-Utu and Saint-Pierre-et-Miquelon lie outside the departments.
 */
export const rcsTowns = [
  'Agen|Aix-en-Provence|Ajaccio|Albi|Alençon|Amiens|Angers|Angoulême|Annecy|Antibes|Arras|Aubenas|Auch|Aurillac|Auxerre|Avignon',
  'Bar-le-Duc|Basse-Terre|Bastia|Bayonne|Beauvais|Belfort|Bergerac|Bernay|Besançon|Béziers|Blois|Bobigny|Bordeaux',
  'Boulogne-sur-Mer|Bourg-en-Bresse|Bourges|Brest|Briey|Brive|Brive-la-Gaillarde|Caen|Cahors|Cannes|Carcassonne|Castres|Cayenne',
  'Châlons-en-Champagne|Chalon-sur-Saône|Chambéry|Chartres|Châteauroux|Chaumont|Cherbourg|Cherbourg-en-Cotentin',
  'Clermont-Ferrand|Colmar|Compiègne|Coutances|Créteil|Cusset|Dax|Dieppe|Dijon|Douai|Draguignan|Dunkerque|Épinal|Évreux|Évry',
  'Évry-Courcouronnes|Foix|Fort-de-France|Fréjus|Gap|Grasse|Grenoble|Guéret|La Rochelle|La Roche-sur-Yon|Laval|Le Havre|Le Mans',
  'Le Puy-en-Velay|Libourne|Lille|Lille Métropole|Limoges|Lisieux|Lons-le-Saunier|Lorient|Lyon|Mâcon|Mamoudzou|Manosque|Marseille|Mata-Utu',
  'Meaux|Melun|Mende|Metz|Montauban|Mont-de-Marsan|Montluçon|Montpellier|Mulhouse|Nancy|Nanterre|Nantes|Narbonne|Nevers|Nice|Nîmes',
  'Niort|Nouméa|Orléans|Papeete|Paris|Pau|Périgueux|Perpignan|Pointe-à-Pitre|Poitiers|Pontoise|Quimper|Reims|Rennes|Roanne|Rodez',
  'Romans|Romans-sur-Isère|Rouen|Saint-Brieuc|Saint-Denis|Saint-Denis de La Réunion|Saint-Étienne|Saint-Malo|Saint-Nazaire',
  'Saint-Pierre|Saint-Pierre de La Réunion|Saint-Pierre-et-Miquelon|Saint-Quentin|Saintes|Salon-de-Provence|Sarreguemines|Saverne|Sedan|Sens|Soissons',
  'Strasbourg|Tarascon|Tarbes|Thionville|Thonon-les-Bains|Toulon|Toulouse|Tourcoing|Tours|Troyes|Valenciennes|Vannes|Versailles|Vesoul|Vienne',
  'Villefranche-sur-Saône|Villefranche-Tarare',
].flatMap((line) => line.split('|'));
