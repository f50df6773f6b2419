import { privacy } from '../../content/privacy'
import { LegalPage } from './legal-page'

export const PrivacyPage = () => <LegalPage content={privacy} />
