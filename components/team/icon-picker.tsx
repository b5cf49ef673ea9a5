'use client';
import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { cn } from '../ui/class-names';
import { TEAM_COLORS, TEAM_ICONS, TeamIcon } from './team-icon';

type Props = {
  icon: string;
  color: string;
  onIcon: (icon: string) => void;
  onColor: (color: string) => void;
};

const ring =
  'rounded-md data-[state=checked]:ring-2 data-[state=checked]:ring-ring data-[state=checked]:ring-offset-2 data-[state=checked]:ring-offset-card';

export function IconPicker({ icon, color, onIcon, onColor }: Props) {
  const t = useTranslations('teamForm');
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup.Root
        value={icon}
        onValueChange={onIcon}
        aria-label={t('icon')}
        className="flex flex-wrap gap-2"
      >
        {Object.keys(TEAM_ICONS).map((name) => (
          <RadioGroup.Item
            key={name}
            value={name}
            aria-label={t(`icons.${name as 'users'}`)}
            className={ring}
          >
            <TeamIcon icon={name} color={name === icon ? color : '#64748b'} className="size-7" />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <RadioGroup.Root
        value={color}
        onValueChange={onColor}
        aria-label={t('color')}
        className="flex flex-wrap gap-2"
      >
        {TEAM_COLORS.map((hex, index) => (
          <RadioGroup.Item
            key={hex}
            value={hex}
            aria-label={t('colorNumber', { number: index + 1 })}
            style={{ backgroundColor: hex }}
            className={cn(ring, 'size-6 rounded-full')}
          />
        ))}
      </RadioGroup.Root>
    </div>
  );
}
