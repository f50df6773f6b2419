/**
 * A paper. `url` is null if there is no link. `expanded`: the authors and conference are shown initially. `alway_show`:
 * the paper is part of the short list.
 */
export type Publication = {
  id: number
  title: string
  url: string | null
  authors: string
  conference: string
  expanded: boolean
  alway_show: boolean
}

/** Selected papers by other authors, as the section states. The first three are in the short list. */
export const publications: Publication[] = [
  {
    id: 1,
    title: 'Decoupling Capacitor Selection Algorithm for PDN Based on Deep Reinforcement Learning',
    url: 'https://doi.org/10.1109/ISEMC.2019.8825249',
    authors: 'L. Zhang, Z. Zhang, C. Huang, H. Deng, H. Lin, B. Tseng, J. Drewniak, C. Hwang',
    conference: 'IEEE EMC+SIPI, 2019',
    expanded: true,
    alway_show: true,
  },
  {
    id: 2,
    title: 'Effective PCB Decoupling Optimization by Combining an Iterative Genetic Algorithm and Machine Learning',
    url: 'https://www.mdpi.com/2079-9292/9/8/1243',
    authors: 'R. Cecchetti, F. de Paulis, C. Olivieri, A. Orlandi, M. Buecker',
    conference: 'Electronics 9(8), 1243, 2020',
    expanded: false,
    alway_show: true,
  },
  {
    id: 3,
    title: 'SI/PI-Database of PCB-Based Interconnects for Machine Learning Applications',
    url: 'https://doi.org/10.1109/ACCESS.2021.3061788',
    authors:
      'M. Schierholz, A. Sánchez-Masís, A. Carmona-Cruz, X. Duan, K. Roy, C. Yang, R. Rimolo-Donadio, C. Schuster',
    conference: 'IEEE Access, 2021',
    expanded: false,
    alway_show: true,
  },
  {
    id: 4,
    title: 'Fast PDN Impedance Prediction Using Deep Learning',
    url: 'https://arxiv.org/abs/2106.10693',
    authors: 'L. Zhang, J. Juang, Z. Kiguradze, B. Pu, S. Jin, S. Wu, Z. Yang, C. Hwang',
    conference: 'arXiv, 2021',
    expanded: false,
    alway_show: false,
  },
  {
    id: 5,
    title:
      'Transformer Network-based Reinforcement Learning Method for Power Distribution Network (PDN) Optimization of High Bandwidth Memory (HBM)',
    url: 'https://arxiv.org/abs/2203.15722',
    authors: 'H. Park, M. Kim, S. Kim, K. Kim, H. Kim, T. Shin, K. Son, B. Sim, S. Kim, S. Jeong, C. Hwang, J. Kim',
    conference: 'arXiv, 2022',
    expanded: false,
    alway_show: false,
  },
  {
    id: 6,
    title: 'DevFormer: A Symmetric Transformer for Context-Aware Device Placement',
    url: 'https://openreview.net/forum?id=pWk5MoS04I',
    authors: 'H. Kim, M. Kim, F. Berto, J. Kim, J. Park',
    conference: 'ICML, 2023',
    expanded: false,
    alway_show: false,
  },
  {
    id: 7,
    title: 'AI Models for Supporting SI Analysis on PCB Net Structures: Comparing Linear and Non-Linear Data Sources',
    url: 'https://ars.copernicus.org/articles/21/77/2023',
    authors: 'J. Withöft, W. John, E. Ecik, R. Brüning, J. Götze',
    conference: 'Advances in Radio Science 21, 2023',
    expanded: false,
    alway_show: false,
  },
  {
    id: 8,
    title: 'Iterative Placement of Decoupling Capacitors using Optimization Algorithms and Machine Learning',
    url: 'https://doi.org/10.5194/ars-21-123-2024',
    authors: 'Z. Nezhi, N. Ghafarian Shoaee, M. Stiemer',
    conference: 'Advances in Radio Science 21, 2024',
    expanded: false,
    alway_show: false,
  },
  {
    id: 9,
    title: 'Vector Fitting',
    url: 'https://arxiv.org/abs/1908.08977',
    authors: 'P. Triverio',
    conference: 'arXiv, 2019',
    expanded: false,
    alway_show: false,
  },
  {
    id: 10,
    title: 'PCB-Bench: Benchmarking LLMs for Printed Circuit Board Placement and Routing',
    url: 'https://openreview.net/forum?id=Q5QLu7XTWx',
    authors: 'J. Li, L. Chen, B. Yang, J. Zhu, Y. Wang, Y. Ma, M. Yang',
    conference: 'ICLR, 2026',
    expanded: false,
    alway_show: false,
  },
]
