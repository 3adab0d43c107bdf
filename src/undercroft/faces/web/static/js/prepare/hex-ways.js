// Which hexes lie beside each other, and which way joins two of them.

export const isWay = (one, other, kind) => ([a, b, path]) => path === kind && ((a === one && b === other) || (a === other && b === one));

export function beside(one, other) {
  const [q, r] = axial(one);
  const [s, t] = axial(other);
  const [across, down] = [s - q, t - r];
  return (Math.abs(across) + Math.abs(down) + Math.abs(across + down)) / 2 === 1;
}

function axial(id) {
  const column = Number(id.slice(0, 2)) - 1;
  return [column, Number(id.slice(2)) - 1 - Math.floor(column / 2)];
}
