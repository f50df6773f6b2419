import { terms } from '../../content/terms'
import { LegalPage } from './legal-page'

export const TermsPage = () => <LegalPage content={terms} numbered />
